open Microsoft.AspNetCore.Builder
open Giraffe

let app = choose [ route "/health" >=> text "ok"; route "/" >=> text "1 + 1 = 2" ]

[<EntryPoint>]
let main args =
    let builder = WebApplication.CreateBuilder(args)
    builder.Services.AddGiraffe() |> ignore
    let web = builder.Build()
    web.UseGiraffe app
    web.Run()
    0

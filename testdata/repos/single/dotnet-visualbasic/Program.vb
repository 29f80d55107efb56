Module Program
    Sub Main(args As String())
        Console.WriteLine("all quiet")
    End Sub
End Module

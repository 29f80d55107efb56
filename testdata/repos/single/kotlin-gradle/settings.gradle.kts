rootProject.name = "hello-ktor"

from django.http import HttpResponse
from django.urls import path

urlpatterns = [
    path("", lambda request: HttpResponse("books")),
    path("healthz/", lambda request: HttpResponse("ok")),
]

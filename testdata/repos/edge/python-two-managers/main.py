import requests

print(requests.get("https://example.org").status_code)

"""Sends a result to the API every minute."""

import os
import time
import urllib.parse
import urllib.request

import schedule

API_URL = os.environ.get("API_URL", "http://api:8080")


def send():
    data = urllib.parse.urlencode({"result": time.time()}).encode()
    urllib.request.urlopen(API_URL + "/results", data=data)


if __name__ == "__main__":
    schedule.every().minute.do(send)
    while True:
        schedule.run_pending()
        time.sleep(1)

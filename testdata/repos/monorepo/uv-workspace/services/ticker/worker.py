import time

from clock import now

while True:
    print(now(), flush=True)
    time.sleep(1)

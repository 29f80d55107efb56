<?php

return [
    'name' => env('APP_NAME', 'Orders'),
    'key' => env('APP_KEY'),
];

<?php

return [
    'default' => env('DB_CONNECTION', 'pgsql'),
    'connections' => [
        'pgsql' => ['driver' => 'pgsql', 'url' => env('DB_URL')],
    ],
    'redis' => ['client' => 'phpredis', 'default' => ['url' => env('REDIS_URL')]],
];

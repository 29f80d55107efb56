<?php

declare(strict_types=1);

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
header('Content-Type: application/json');

if ($path === '/health') {
    echo json_encode(['status' => 'ok']);
    return;
}
if ($path !== '/') {
    http_response_code(404);
    echo json_encode(['error' => 'not found']);
    return;
}
echo json_encode(['message' => getenv('GREETING') ?: 'hello', 'php' => PHP_VERSION]);

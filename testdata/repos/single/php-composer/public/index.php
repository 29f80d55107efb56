<?php

declare(strict_types=1);

use Acme\Quotes\Book;

require __DIR__ . '/../vendor/autoload.php';

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$book = new Book((int) ($_ENV['QUOTES_PER_PAGE'] ?? 2));

header('Content-Type: application/json');
switch ($path) {
    case '/healthz':
        echo json_encode(['status' => 'ok']);
        break;
    case '/quotes':
        echo json_encode($book->page());
        break;
    default:
        http_response_code(404);
        echo json_encode(['error' => 'not found']);
}

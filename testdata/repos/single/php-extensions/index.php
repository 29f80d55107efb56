<?php

$database = mysqli_init();
$database->real_connect(getenv('MYSQL_HOST') ?: 'localhost', getenv('MYSQL_USER'), getenv('MYSQL_PASSWORD'), 'shop');
$image = imagecreatetruecolor(120, 30);
imagestring($image, 5, 10, 8, (string) $database->query('SELECT COUNT(*) FROM visits')->fetch_row()[0], 0xffffff);
header('Content-Type: image/png');
imagepng($image);

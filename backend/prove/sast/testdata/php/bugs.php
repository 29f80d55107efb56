<?php

$pdo = new PDO('mysql:host=db;dbname=shop', 'shop', getenv('DB_PASSWORD'));
$mysqli = new mysqli('db', 'shop', getenv('DB_PASSWORD'), 'shop');

$name = $_GET['name'];
$rows = $pdo->query("SELECT * FROM users WHERE name = '$name'"); // bug: aipack.php.sql

$result = mysqli_query($mysqli, "SELECT id FROM orders WHERE status = '" . $_POST['status'] . "'"); // bug: aipack.php.sql

function customer(PDO $pdo, string $email)
{
    return $pdo->query("SELECT * FROM customers WHERE email = '" . $email . "'"); // bug: aipack.php.sql
}

system('ping -c 1 ' . $_GET['host']); // bug: aipack.php.command

$size = $_REQUEST['size'];
$out = shell_exec("convert in.png -resize $size out.png"); // bug: aipack.php.command

echo '<h1>Hello ' . $_GET['name'] . '</h1>'; // bug: aipack.php.xss

$q = $_GET['q'];
print "<p>Nothing found for $q</p>"; // bug: aipack.php.xss

readfile('/srv/files/' . $_GET['file']); // bug: aipack.php.path

$page = $_GET['page'];
include 'pages/' . $page . '.php'; // bug: aipack.php.path

$cart = unserialize($_COOKIE['cart']); // bug: aipack.php.deserialise

eval('$value = ' . $_GET['term'] . ';'); // bug: aipack.php.eval

function hash_of_password(string $password): string
{
    return md5($password); // bug: aipack.php.hash
}

function register(PDO $pdo, string $user): void
{
    $hash = sha1($_POST['password']); // bug: aipack.php.hash
    $pdo->prepare('INSERT INTO users VALUES (?, ?)')->execute([$user, $hash]);
}

$ch = curl_init('https://rates.internal/today');
curl_setopt($ch, CURLOPT_SSL_VERIFYPEER, false); // bug: aipack.php.tls

$preview = file_get_contents($_GET['url']); // bug: aipack.php.ssrf

$target = $_POST['target'];
$hook = curl_init($target); // bug: aipack.php.ssrf

header('Location: ' . $_GET['next']); // bug: aipack.php.redirect

$token = md5(uniqid(rand(), true)); // bug: aipack.php.random

function reset_token(): string
{
    $token = '';
    for ($i = 0; $i < 32; $i++) {
        $token .= chr(97 + mt_rand(0, 25)); // bug: aipack.php.random
    }
    return $token;
}

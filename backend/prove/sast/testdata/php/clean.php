<?php

namespace App\Http\Controllers;

use App\Models\Product;
use Firebase\JWT\JWT;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Hash;
use Illuminate\Support\Facades\Http;

const TABLE = 'orders';

function user(\PDO $pdo)
{
    $s = $pdo->prepare('SELECT * FROM users WHERE name = ?'); // clean: aipack.php.sql
    $s->execute([$_GET['name']]); // clean: aipack.php.sql
    return $s->fetchAll();
}

function amount(\PDO $pdo)
{
    return $pdo->query('SELECT COUNT(*) FROM ' . TABLE); // clean: aipack.php.sql
}

function page(\PDO $pdo)
{
    $n = (int) $_GET['page'];
    return $pdo->query("SELECT * FROM t LIMIT 10 OFFSET $n"); // clean: aipack.php.sql
}

function quoted(\PDO $pdo)
{
    return $pdo->query('SELECT * FROM users WHERE name = ' . $pdo->quote($_GET['name'])); // clean: aipack.php.sql
}

function some(\PDO $pdo, array $ids)
{
    $marks = implode(',', array_fill(0, count($ids), '?'));
    return $pdo->prepare("SELECT * FROM users WHERE id IN ($marks)"); // clean: aipack.php.sql
}

function ping()
{
    system('ping -c 1 ' . escapeshellarg($_GET['host'])); // clean: aipack.php.command
    exec('make all'); // clean: aipack.php.command
}

function hello()
{
    echo '<h1>Hello ' . htmlspecialchars($_GET['name'], ENT_QUOTES) . '</h1>'; // clean: aipack.php.xss
    echo json_encode(['q' => $_GET['q']]); // clean: aipack.php.xss
    echo 'Page ' . intval($_GET['page']); // clean: aipack.php.xss
    echo $_GET['tab'] === 'all' ? 'active' : ''; // clean: aipack.php.xss
}

function download()
{
    readfile('/srv/files/' . basename($_GET['file'])); // clean: aipack.php.path
    include __DIR__ . '/header.php'; // clean: aipack.php.path
}

function cart()
{
    return [json_decode($_COOKIE['cart'], true), unserialize($_POST['c'], ['allowed_classes' => false])]; // clean: aipack.php.deserialise
}

function etag(string $body)
{
    return md5($body); // clean: aipack.php.hash
}

function register(string $password)
{
    return [password_hash($password, PASSWORD_DEFAULT), Hash::make($password)]; // clean: aipack.php.hash
}

function rates()
{
    $ch = curl_init('https://rates.internal/today');
    curl_setopt($ch, CURLOPT_SSL_VERIFYPEER, true); // clean: aipack.php.tls
    return $ch;
}

function weather()
{
    return file_get_contents('https://weather.example.org/?city=' . urlencode($_GET['city'])); // clean: aipack.php.ssrf
}

function city()
{
    return file_get_contents("https://geo.example.org/cities/{$_GET['id']}"); // clean: aipack.php.ssrf
}

function done()
{
    header('Location: /orders?saved=' . $_GET['id']); // clean: aipack.php.redirect
    header('Location: https://shop.example.org/' . $_GET['page']); // clean: aipack.php.redirect
}

function reset_token()
{
    $token = bin2hex(random_bytes(32)); // clean: aipack.php.random
    $delay = mt_rand(1, 5); // clean: aipack.php.random
    return [$token, $delay];
}

class CleanController extends Controller
{
    public function search(Request $request)
    {
        return [
            DB::select('SELECT * FROM products WHERE name LIKE ?', [$request->input('q')]), // clean: aipack.php.sql
            Product::where('name', $request->input('name'))->get(), // clean: aipack.php.sql
            Product::query()->whereRaw('price < ?', [$request->input('max')])->get(), // clean: aipack.php.sql
        ];
    }

    public function back(Request $request)
    {
        return redirect()->route('orders', ['id' => $request->input('id')]); // clean: aipack.php.redirect
    }

    public function stock(Request $request)
    {
        return Http::get('https://partner.example.org/stock', ['sku' => $request->input('sku')])->json(); // clean: aipack.php.ssrf
    }

    public function token($user)
    {
        return JWT::encode(['sub' => $user->id], config('services.jwt.secret'), 'HS256'); // clean: aipack.php.jwt
    }
}

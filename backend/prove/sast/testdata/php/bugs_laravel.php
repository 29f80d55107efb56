<?php

namespace App\Http\Controllers;

use App\Models\Product;
use Firebase\JWT\JWT;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Http;

class ShopController extends Controller
{
    public function search(Request $request)
    {
        $term = $request->input('q');
        return DB::select("SELECT * FROM products WHERE name LIKE '%$term%'"); // bug: aipack.php.sql
    }

    public function sorted(Request $request)
    {
        return Product::query()->orderByRaw($request->query('sort'))->get(); // bug: aipack.php.sql
    }

    public function back(Request $request)
    {
        return redirect($request->input('next')); // bug: aipack.php.redirect
    }

    public function preview(Request $request)
    {
        return Http::get($request->input('url'))->body(); // bug: aipack.php.ssrf
    }

    public function partner()
    {
        return Http::withoutVerifying()->get('https://partner.internal/stock')->json(); // bug: aipack.php.tls
    }

    public function token($user)
    {
        return JWT::encode(['sub' => $user->id], 'shop-secret-2024', 'HS256'); // bug: aipack.php.jwt
    }

    public function export(Request $request)
    {
        exec('tar czf /tmp/out.tgz ' . $request->get('folder')); // bug: aipack.php.command
        return response()->download(storage_path('app/' . $request->input('file'))); // bug: aipack.php.path
    }
}

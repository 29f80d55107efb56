<?php

use App\Jobs\Ship;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Route;

Route::get('/', fn () => DB::table('orders')->get());
Route::post('/orders/{id}/ship', function (int $id) {
    Ship::dispatch($id);

    return response()->noContent();
});

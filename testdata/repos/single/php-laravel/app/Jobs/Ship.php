<?php

namespace App\Jobs;

use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;
use Illuminate\Support\Facades\DB;

class Ship implements ShouldQueue
{
    use Queueable;

    public function __construct(public int $order) {}

    public function handle(): void
    {
        DB::table('orders')->where('id', $this->order)->update(['shipped' => true]);
    }
}

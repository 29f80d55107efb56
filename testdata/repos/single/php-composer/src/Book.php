<?php

declare(strict_types=1);

namespace Acme\Quotes;

final class Book
{
    private const QUOTES = ['Less is more.', 'Form follows function.', 'Measure twice, cut once.'];

    public function __construct(private readonly int $perPage)
    {
    }

    /** @return list<string> */
    public function page(): array
    {
        return array_slice(self::QUOTES, 0, $this->perPage);
    }
}

#!/usr/bin/env node
import { readFileSync } from 'node:fs';

for (const file of process.argv.slice(2)) {
  const words = readFileSync(file, 'utf8').split(/\s+/).filter(Boolean);
  console.log(`${words.length}\t${file}`);
}

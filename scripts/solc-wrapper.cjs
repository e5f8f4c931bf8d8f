#!/usr/bin/env node
'use strict'

// Lets forge compile offline: speaks solc's `--version` and `--standard-json` through npm's solc-js.
const { readFileSync } = require('node:fs')

const args = process.argv.slice(2)
const solc = require('solc')

if (args.includes('--version')) {
  // solc-js says "0.8.26+commit.8a97fa7a.Emscripten.clang"; forge wants a native platform behind the commit.
  const [release] = solc.version().split('.Emscripten')
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${release}.Linux.g++\n`)
} else if (args.includes('--standard-json')) {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')))
} else {
  process.stderr.write(
    `solc-wrapper: expected --version or --standard-json, found ${args.join(' ') || 'nothing'}\n`,
  )
  process.exitCode = 1
}

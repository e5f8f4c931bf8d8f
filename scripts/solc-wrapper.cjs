#!/usr/bin/env node
'use strict'

// Lets forge compile offline: speaks solc's `--version` and `--standard-json` through npm's solc-js.
const { spawnSync } = require('node:child_process')
const { readFileSync } = require('node:fs')
const { posix } = require('node:path')

const args = process.argv.slice(2)
const solc = require('solc')

/** Files whose code one process generates at first: solc-js has 2 GiB. */
const FILES_AT_ONCE = 16

const IMPORT = /^\s*(?:import|\}\s*from)\b[^'";]*['"]([^'"]+)['"]/gm
const EMPTY_SOURCE = { content: '// SPDX-License-Identifier: MIT\npragma solidity *;\n' }

if (args.includes('--version')) {
  // solc-js says "0.8.26+commit.8a97fa7a.Emscripten.clang"; forge wants a native platform behind the commit.
  const [release] = solc.version().split('.Emscripten')
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${release}.Linux.g++\n`)
} else if (args.includes('--standard-json')) {
  process.stdout.write(JSON.stringify(compile(JSON.parse(readFileSync(0, 'utf8')))))
} else if (args.includes('--part')) {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')))
} else {
  process.stderr.write(
    `solc-wrapper: expected --version or --standard-json, found ${args.join(' ') || 'nothing'}\n`,
  )
  process.exitCode = 1
}

/** Compile all sources as one unit, but ask for the code of some files at a time. */
function compile(input) {
  const { outputSelection: wanted } = input.settings
  const files = Object.keys(input.sources)
    .map((file) => [file, wanted[file] ?? wanted['*'] ?? {}])
    .filter(([, contracts]) => Object.values(contracts).some((outputs) => outputs.length > 0))
  const parts = Math.max(1, Math.ceil(files.length / FILES_AT_ONCE))
  const merged = { errors: new Map(), sources: {}, contracts: {} }
  for (let part = 0; part < parts; part += 1) {
    // Neighbours in the alphabet are alike: this spreads the large ones.
    for (const output of compileFiles(input, everyNth(files, parts, part))) {
      for (const error of output.errors ?? []) merged.errors.set(JSON.stringify(error), error)
      for (const [file, source] of Object.entries(output.sources ?? {})) {
        merged.sources[file] = { ...merged.sources[file], ...source }
      }
      Object.assign(merged.contracts, output.contracts)
    }
  }
  return { ...merged, errors: [...merged.errors.values()] }
}

function everyNth(files, count, first) {
  return files.filter((_, index) => index % count === first)
}

/** Compile some files at once, or half of them at a time when that takes more memory than there is. */
function compileFiles(input, files) {
  const settings = { ...input.settings, outputSelection: Object.fromEntries(files) }
  const output = compilePart({ ...input, settings, sources: emptyOthers(input, files) })
  if (output !== undefined) return [output]
  if (files.length < 2) throw new Error(`solc-js cannot compile ${files.map(([file]) => file)}`)
  return [0, 1].flatMap((half) => compileFiles(input, everyNth(files, 2, half)))
}

/** Empty what the files do not import, which takes memory all the same; places in source maps count by these files. */
function emptyOthers({ sources, settings: { remappings = [] } }, files) {
  const needed = new Set()
  const pending = files.map(([file]) => file)
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (needed.has(file) || sources[file] === undefined) continue
    needed.add(file)
    for (const [, target] of sources[file].content.matchAll(IMPORT)) {
      if (target.startsWith('.')) pending.push(posix.join(posix.dirname(file), target))
      // Those that another remapping would take as well do no harm.
      for (const [prefix, folder] of remappings.map((entry) => entry.replace(/^[^:=]*:/, '').split('='))) {
        if (target.startsWith(prefix)) pending.push(folder + target.slice(prefix.length))
      }
    }
  }
  const kept = ([file, source]) => [file, needed.has(file) ? source : EMPTY_SOURCE]
  return Object.fromEntries(Object.entries(sources).map(kept))
}

/**
 * Compile in a process of its own, since memory is not given back; undefined when there was too little of it: then
 * solc-js ends with "memory access out of bounds" or "Aborted()", or finds errors in itself.
 */
function compilePart(input) {
  const { status, stdout } = spawnSync(process.execPath, [__filename, '--part'], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  if (status !== 0) return undefined
  const output = JSON.parse(stdout)
  return output.errors?.some(({ type }) => type === 'InternalCompilerError') ? undefined : output
}

#!/usr/bin/env node
'use strict'

// Lets forge compile offline: speaks solc's `--version` and `--standard-json` through npm's solc-js.
const { spawnSync } = require('node:child_process')
const { readFileSync } = require('node:fs')
const { posix } = require('node:path')

const args = process.argv.slice(2)
const solc = require('solc')

/** Files whose code one process generates at first where it is hardly optimized, as coverage wants it: solc-js has 2 GiB. */
const FILES_AT_ONCE = 16

const IMPORT = /^\s*(?:import|\}\s*from)\b[^'";]*['"]([^'"]+)['"]/gm
const EMPTY_SOURCE = { content: '// SPDX-License-Identifier: MIT\npragma solidity *;\n' }

/** A file that imports all others; by its name it comes last, so that places in source maps count by the others as usual. */
const ALL = '~.sol'

if (args.includes('--version')) {
  // solc-js says "0.8.26+commit.8a97fa7a.Emscripten.clang"; forge wants a native platform behind the commit.
  const [release] = solc.version().split('.Emscripten')
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${release}.Linux.g++\n`)
} else if (args.includes('--standard-json')) {
  process.stdout.write(JSON.stringify(compile(JSON.parse(readFileSync(0, 'utf8')))))
} else if (args.includes('--part')) {
  process.stdout.write(JSON.stringify(compilePart(JSON.parse(readFileSync(0, 'utf8')))))
} else {
  process.stderr.write(
    `solc-wrapper: expected --version or --standard-json, found ${args.join(' ') || 'nothing'}\n`,
  )
  process.exitCode = 1
}

/** Compile all sources as one unit. */
function compile(input) {
  const { outputSelection: wanted, optimizer } = input.settings
  const files = Object.keys(input.sources)
    .map((file) => [file, wanted[file] ?? wanted['*'] ?? {}])
    .filter(([, contracts]) => Object.values(contracts).some((outputs) => outputs.length > 0))
  const merged = { errors: new Map(), sources: {}, contracts: {} }
  const isOptimized = optimizer?.enabled && optimizer.details === undefined
  const parts = isOptimized ? 1 : Math.max(1, Math.ceil(files.length / FILES_AT_ONCE))
  for (let part = 0; part < parts; part += 1) {
    for (const output of compileFiles(input, everyNth(files, parts, part))) {
      for (const error of output.errors ?? []) merged.errors.set(JSON.stringify(error), error)
      Object.assign(merged.sources, output.sources)
      Object.assign(merged.contracts, output.contracts)
    }
  }
  return { ...merged, errors: [...merged.errors.values()] }
}

/** Ask for the code of some files, or of half of them at a time when that takes more memory than there is. */
function compileFiles(input, files) {
  const settings = { ...input.settings, outputSelection: Object.fromEntries(files) }
  const output = startPart({ ...input, settings, sources: emptyOthers(input, files) })
  if (output !== undefined) return [output]
  if (files.length < 2) throw new Error(`solc-js cannot compile ${files.map(([file]) => file)}`)
  return [0, 1].flatMap((half) => compileFiles(input, everyNth(files, 2, half)))
}

/** Neighbours in the alphabet are alike: this spreads the large ones. */
function everyNth(files, count, first) {
  return files.filter((_, index) => index % count === first)
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
function startPart(input) {
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

/** Compile; solc-js takes its input on a stack of little more than a megabyte, and from the heap what that imports. */
function compilePart(input) {
  const imports = Object.keys(input.sources).map(
    (file, index) => `import ${JSON.stringify(file)} as F${index};`,
  )
  const content = ['// SPDX-License-Identifier: MIT', 'pragma solidity *;', ...imports].join('\n')
  const readImport = (file) => {
    const contents = input.sources[file]?.content
    return contents === undefined ? { error: `${file} is no source of this unit` } : { contents }
  }
  const task = JSON.stringify({ ...input, sources: { [ALL]: { content } } })
  const { sources: { [ALL]: _, ...sources } = {}, ...output } = JSON.parse(
    solc.compile(task, { import: readImport }),
  )
  return { ...output, sources }
}

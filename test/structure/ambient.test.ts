import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** What may not be called where clock, randomness, environment and network enter through arguments. */
const BANNED_CALLS: Readonly<Record<string, string>> = {
  'Date.now': 'take the time from the Clock port',
  'performance.now': 'take the time from the Clock port',
  'Math.random': 'take identifiers and randomness from an argument',
  'crypto.randomUUID': 'take identifiers from an argument',
  'crypto.getRandomValues': 'take randomness from an argument',
  fetch: 'reach the network through a port',
  setTimeout: 'use Clock.setTimer',
  setInterval: 'use Clock.setTimer',
  setImmediate: 'use Clock.setTimer',
}

interface Violation {
  readonly place: string
  readonly use: string
  readonly instead: string
}

/** Find ambient calls in a source text. */
function findAmbientCalls(name: string, text: string): Violation[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true)
  const violations: Violation[] = []
  const add = (node: ts.Node, use: string, instead: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    violations.push({ place: `${name}:${line + 1}`, use, instead })
  }
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText().replace(/^globalThis\./, '')
      const instead = BANNED_CALLS[called]
      if (instead) add(node, called, instead)
    }
    if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) {
      add(node, 'new Date()', 'take the time from the Clock port')
    }
    if (ts.isPropertyAccessExpression(node) && node.expression.getText() === 'process') {
      add(node, node.getText(), 'take it from an argument')
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return violations
}

const listSources = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test(-d)?\.ts$/.test(file))
    .map((file) => join(ROOT, folder, file))

describe('ambient calls', () => {
  test.each(['tools', 'harness/run'])('behavior: none in %s', (folder) => {
    const violations = listSources(folder).flatMap((path) =>
      findAmbientCalls(relative(ROOT, path), readFileSync(path, 'utf8')),
    )
    expect(violations).toEqual([])
  })

  test.each([
    ['Date.now()', 'Date.now'],
    ['const at = new Date()', 'new Date()'],
    ['Math.random()', 'Math.random'],
    ['globalThis.fetch("x")', 'fetch'],
    ['process.env.KEY', 'process.env'],
    ['setTimeout(() => {}, 1)', 'setTimeout'],
  ])('behavior: %s is found', (text, use) => {
    expect(findAmbientCalls('example.ts', text).map((violation) => violation.use)).toContain(use)
  })

  test('behavior: what comes through a port is no violation', () => {
    expect(findAmbientCalls('example.ts', 'clock.setTimer(1, f); new Date(0); ctx.clock.wallMs()')).toEqual(
      [],
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  parse,
  problemsOf,
  problemsOfSetup,
  problemsOfSteps,
  scenariosOf,
  stepsOf,
} from './fixtures/parse.ts'
import { readYaml } from './text/yaml-source.ts'

describe('hostile files', () => {
  test('behavior: a file without a map', () => {
    expect(problemsOf('')).toMatchInlineSnapshot(`
      "
      1:1 expected a map, found an empty file | start with name: … and steps: …
      "
    `)
    expect(problemsOf('- a')).toMatchInlineSnapshot(`
      "
      1:1 expected a map, found something else | start with name: … and steps: …
      "
    `)
    expect(problemsOf('5')).toMatchInlineSnapshot(`
      "
      1:1 expected a map, found something else | start with name: … and steps: …
      "
    `)
  })

  test('behavior: tabs, duplicate keys, tags, several documents', () => {
    expect(problemsOf('name: x\nsteps:\n\t- mine: 1')).toMatchInlineSnapshot(`
      "
      3:1 a tab as indentation | indent with spaces
      "
    `)
    expect(problemsOf('name: x\nname: y\nsteps: [{ mine: 1 }]')).toMatchInlineSnapshot(`
      "
      2:1 a key that stands here twice | drop one of the two
      "
    `)
    expect(problemsOf('name: !!js/function x\nsteps: [{ mine: 1 }]')).toMatchInlineSnapshot(`
      "
      1:7 unknown tag tag:yaml.org,2002:js/function | write a plain value
      "
    `)
    expect(problemsOf('name: x\nsteps: [{ mine: 1 }]\n---\nname: y\n')).toMatchInlineSnapshot(`
      "
      3:1 a second YAML document | one file holds one scenario; drop ---
      "
    `)
    expect(problemsOf('name: x\n? [a]\n: 5\nsteps: [{ mine: 1 }]')).toMatchInlineSnapshot(`
      "
      2:3 a key has to be text | write key: value
      "
    `)
    expect(problemsOf('name: x\u0000\nsteps: [{ mine: 1 }]')).toMatchInlineSnapshot(`
      "
      1:8 a control character | remove it, or escape it in double quotes
      "
    `)
    // é in Latin-1, as it is read from the disk.
    expect(
      problemsOf(Buffer.from('name: caf\xe9\nsteps: [{ mine: 1 }]', 'latin1').toString()),
    ).toMatchInlineSnapshot(`
        "
        1:10 a character that is no UTF-8, or stands for one | save the file as UTF-8, or escape it in double quotes
        "
      `)
  })

  test('behavior: what has more problems than can be read says how many more', () => {
    const lines = (count: number, line: string) => `name: x\nsteps:\n${line.repeat(count)}`
    const listed = (text: string) => problemsOf(text).trim().split('\n')
    const brackets = listed(lines(300, '  - mine: [\n}\n'))
    expect(brackets).toHaveLength(201)
    expect(brackets.at(-1)).toBe('204:1 more lines with problems: 399 | correct those above first')
    expect(listed(lines(200, '  - mine: 012\n'))).toHaveLength(200)
    const numbers = listed(lines(201, '  - mine: 012\n'))
    expect(numbers).toHaveLength(201)
    expect(numbers.at(-1)).toBe('203:11 more lines with problems: 1 | correct those above first')
    expect(listed(lines(400, '  - mine: 1\n    mine: 2\n'))).toHaveLength(201)
  })

  test('behavior: keys of one map that are written in two ways', () => {
    expect(problemsOf('name: x\nmatrix: { 1: [a], "1": [b] }\nsteps: [{ mine: 1 }]')).toMatchInlineSnapshot(`
      "
      2:19 a key that stands here twice | drop one of the two
      "
    `)
  })

  test('behavior: a condition is split at its operator, whatever white space is around', () => {
    const withCondition = (condition: string) =>
      `  - mine: 1\n    expect: { if: "${condition}", then: { phase: cautious } }\n`
    const cells = scenariosOf(
      `name: x\nmatrix: { v: [a, b] }\nsteps:\n${withCondition(` \${v} \u00a0 ==   a `)}`,
    )
    expect(cells.map(({ steps }) => steps[0]?.expect)).toEqual([{ phase: 'cautious' }, {}])
    expect(problemsOfSteps(withCondition(`a<${' '.repeat(200_000)}b`))).toContain('has no order')
    expect(problemsOfSteps(withCondition(`a${' '.repeat(200_000)}<`))).toContain('is no condition')
  })

  test('behavior: aliases that multiply or contain themselves', () => {
    const bomb = ['a', 'b', 'c', 'd'].map((name, index) => {
      const inner = index === 0 ? 'x' : `*${'abcd'[index - 1]}`
      return `${name}: &${name} [${Array(9).fill(inner).join(', ')}]`
    })
    expect(problemsOf(`${bomb.join('\n')}\n`)).toMatchInlineSnapshot(`
      "
      1:1 Excessive alias count indicates a resource exhaustion attack | use fewer aliases
      "
    `)
    expect(
      problemsOf(`name: &a x\nmatrix: { b: [${Array(101).fill('*a').join(', ')}] }\n`),
    ).toMatchInlineSnapshot(`
      "
      2:415 more than 100 aliases | use fewer aliases
      "
    `)
    expect(problemsOf('name: x\nsteps:\n  - mine: *blocks\n')).toMatchInlineSnapshot(`
      "
      3:11 alias *blocks stands for nothing above it | name an &anchor, or put the text in quotes
      "
    `)
    expect(problemsOf('name: x\nmatrix: &m { a: [*m] }\nsteps: [{ mine: 1 }]')).toMatchInlineSnapshot(`
      "
      2:18 alias *m contains itself | write the value out
      "
    `)
  })

  test('behavior: numbers that YAML would change', () => {
    expect(
      problemsOfSteps('  - preview: { kind: swap, amountInBaseUnits: 100000000000000000000000 }\n'),
    ).toMatchInlineSnapshot(`
      "
      3:47 100000000000000000000000 is more than a number can hold exactly | put it in quotes: "100000000000000000000000"
      "
    `)
    expect(
      problemsOfSteps('  - mine: 1\n    expect: { observed: { WETH: 0.1234567890123456789 } }\n'),
    ).toMatchInlineSnapshot(`
      "
      4:33 0.1234567890123456789 is more than a number can hold exactly | write fewer digits; WETH has 18 decimals
      "
    `)
    const weth = (number: string) =>
      problemsOfSteps(`  - mine: 1\n    expect: { observed: { WETH: ${number} } }\n`)
    const inexact = (number: string) => `\n4:33 ${number} is more than a number can hold exactly | `
    for (const number of ['1.000000000000000001', '9007199254740993.5']) {
      expect(weth(number)).toBe(`${inexact(number)}put it in quotes: "${number}"\n`)
      expect(weth(`"${number}"`)).toBe('no problem')
    }
    for (const number of ['1e-400', '-0.99999999999999999999', '1e400', '.inf']) {
      expect(weth(number)).toContain(`${inexact(number)}write fewer digits; `)
      expect(weth(`"${number}"`)).not.toBe('no problem')
    }
    expect(problemsOfSteps('  - mine: 012\n')).toMatchInlineSnapshot(`
      "
      3:11 012 can be read in two ways | drop the leading zero; this is: empty blocks to mine
      "
    `)
    expect(problemsOfSteps('  - mine: 0o10\n')).toMatchInlineSnapshot(`
      "
      3:11 expected a whole number, found "0o10" | this is: empty blocks to mine
      "
    `)
  })

  test('behavior: numbers that are what was written, however it was written', () => {
    const numbers = { '1.50': 1.5, '-0.000001000': -0.000_001, '+1e3': 1000, '0e-999': 0, '.5': 0.5, '2.': 2 }
    for (const [text, value] of Object.entries(numbers)) {
      expect(readYaml(`[${text}]`), text).toMatchObject({
        value: [value],
        numberProblems: [],
        syntaxErrors: [],
      })
    }
  })

  test('behavior: words that older YAML read as booleans', () => {
    expect(problemsOfSteps('  - restart: yes\n')).toMatchInlineSnapshot(`
      "
      3:14 expected true or false, found "yes" | in YAML 1.2 this is text; write true or false
      "
    `)
    expect(problemsOfSetup('guardian: no')).toMatchInlineSnapshot(`
      "
      2:11 unknown guardian "no" | known: on, off, down, refuses, wrong-key, other-bytes, slow, hung, garbage, killed, signs-all
      "
    `)
  })

  test('behavior: nesting without end', () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
    expect(problemsOfSteps(`  - call: { tool: preview_action, args: ${deep} }\n`)).toContain(
      'nested too deeply',
    )
    const less = `${'['.repeat(100)}${']'.repeat(100)}`
    expect(problemsOfSteps(`  - call: { tool: preview_action, args: ${less} }\n`)).toContain(
      'nested deeper than 64',
    )
  })

  test('behavior: a matrix that would fill the memory is refused before it is expanded', () => {
    const names = Array.from({ length: 30 }, (_, index) => `a${index}: [1, 2]`)
    expect(problemsOfSetup(`matrix: { ${names.join(', ')} }`)).toMatchInlineSnapshot(`
      "
      2:1 the matrix has 1073741824 cells, at most 1000 | drop values
      "
    `)
  })

  test('behavior: keys that objects inherit are unknown keys', () => {
    expect(problemsOf('name: x\n__proto__: { a: 1 }\nsteps: [{ constructor: 1 }]')).toContain(
      'unknown key "constructor"',
    )
    expect(problemsOfSteps('  - price: { WETH: { toString: false } }\n')).toMatchInlineSnapshot(`
      "
      3:22 a key that makes its map unreadable | name it otherwise
      "
    `)
  })

  test('behavior: a parameter called __proto__ is one, as any other', () => {
    const [step] = stepsOf('  - tool: { name: data_get_token_price, venue: { __proto__: { b: 1 } } }\n')
    const given = JSON.parse('{"venue":{"__proto__":{"b":1}}}')
    expect(JSON.stringify(step)).toContain(JSON.stringify(given))
  })

  test('behavior: no text at all makes the parser throw', () => {
    const words = [
      'name: x',
      'steps:',
      '  - mine: 1',
      '  - preview: {',
      '}',
      '    expect: {',
      'matrix:',
      '  a: [1]',
      '${a}',
      '&a',
      '*a',
      '~',
      '"',
      '- ',
      'denied: {}',
      'observed: ',
      'claims: [null]',
      '5',
      'repeat: { times: 2, steps: [',
      ']',
    ]
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...words), fc.string()), { maxLength: 12 }), (parts) => {
        parse(parts.join('\n'))
        parse(`name: x\nsteps:\n  - ${parts.join(' ')}`)
      }),
      { numRuns: 300 },
    )
  })

  test('behavior: no value under any key makes the parser throw', () => {
    const step = fc.dictionary(
      fc.constantFrom(
        'preview',
        'act',
        'query',
        'tool',
        'call',
        'price',
        'trade',
        'transfer',
        'tamper',
        'code',
        'repeat',
        'expect',
        'as',
        'name',
        'skew',
      ),
      fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.dictionary(
          fc.constantFrom(
            'kind',
            'claims',
            'amountIn',
            'observed',
            'balances',
            'allowances',
            'events',
            'data',
            'denied',
            'if',
            'then',
            'else',
            'times',
            'steps',
            'permit',
            'WETH',
            'age',
            'at',
            'set',
          ),
          fc.jsonValue({ maxDepth: 2 }),
        ),
      ),
      { minKeys: 1, maxKeys: 3 },
    )
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 3 }), (steps) => {
        // JSON is YAML.
        parse(JSON.stringify({ name: 'x', steps }))
      }),
      { numRuns: 300 },
    )
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { findBinary } from '../harness/chain/binaries.ts'

/** One check: a command that exits with 0 when all is well. */
interface Check {
  readonly name: string
  readonly command: readonly string[]
  /** What to do when it fails. */
  readonly fix: string
  /** The name of a check before it in the list, whose end it waits for. */
  readonly after?: string
}

const node = process.execPath
const bin = (name: string) => `node_modules/.bin/${name}`
const checks: readonly Check[] = [
  {
    name: 'format and lint',
    command: [bin('biome'), 'check', '--error-on-warnings', '.'],
    fix: 'npx biome check --write .',
  },
  { name: 'types', command: [bin('tsc'), '-p', '.'], fix: 'correct the types' },
  {
    name: 'layers',
    command: [
      bin('depcruise'),
      '--config',
      '.dependency-cruiser.cjs',
      'tools',
      'harness',
      'reports',
      'scenarios',
    ],
    fix: 'move the import to a layer that may have it (AGENTS.md, rule 1)',
  },
  { name: 'generated: ABIs', command: [node, 'scripts/generate-abi.ts', '--check'], fix: 'npm run generate' },
  {
    name: 'generated: registry',
    command: [node, 'scripts/generate-registry.ts', '--check'],
    fix: 'npm run generate',
  },
  {
    name: 'generated: scenario schema',
    command: [node, 'scripts/generate-scenario-schema.ts', '--check'],
    fix: 'npm run generate',
  },
  {
    name: 'generated: record schema',
    command: [node, 'scripts/generate-record-schema.ts', '--check'],
    fix: 'npm run generate',
  },
  { name: 'unused code', command: [bin('knip')], fix: 'delete what nobody uses' },
  { name: 'scenarios', command: [node, 'bin/assay.mjs', 'validate'], fix: 'correct the scenario files' },
  {
    name: 'Solidity format',
    command: [findBinary('forge', { searchPath: process.env.PATH ?? '' }), 'fmt', '--check'],
    fix: 'npx forge fmt',
  },
  {
    name: 'gas of the cage',
    command: [
      findBinary('forge', { searchPath: process.env.PATH ?? '' }),
      'snapshot',
      '--check',
      '--tolerance',
      '2',
      '--match-contract',
      'PolicyCageGas',
    ],
    fix: 'if it is worth it: npx forge snapshot --match-contract PolicyCageGas',
  },
  {
    name: 'generated: contracts',
    command: [node, 'scripts/generate-contracts.ts', '--check'],
    fix: 'npm run generate',
    // By then Forge has compiled what it is held against.
    after: 'gas of the cage',
  },
]

/** What a check came to, and what it said. */
interface Outcome {
  readonly ok: boolean
  readonly said: string
}

async function run({ command: [program = '', ...args] }: Check): Promise<Outcome> {
  const child = spawn(program, args, {
    env: { ...process.env, FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    const [[code], ...said] = await Promise.all([
      once(child, 'close'),
      text(child.stdout),
      text(child.stderr),
    ])
    return { ok: code === 0, said: said.join('') }
  } catch (cause) {
    return { ok: false, said: String(cause) }
  }
}

// Each takes a core, most of the time: as many at once as there are, told in the order of the list.
const outcomes = checks.map(() => Promise.withResolvers<Outcome>())
const waiting = checks.entries()
async function runNext(): Promise<void> {
  for (const [index, check] of waiting) {
    await outcomes[checks.findIndex(({ name }) => name === check.after)]?.promise
    outcomes[index]?.resolve(await run(check))
  }
}
for (let lane = 0; lane < availableParallelism(); lane += 1) runNext()

let passed = 0
for (const [index, { name, fix }] of checks.entries()) {
  const { ok, said } = (await outcomes[index]?.promise) as Outcome
  if (ok) passed += 1
  console.log(`${ok ? 'ok   ' : 'FAILS'} ${name}`)
  if (!ok) console.log(`${said}\n  do: ${fix}\n`)
}
console.log(`${passed} passed, ${checks.length - passed} failed, 0 skipped`)
process.exitCode = passed === checks.length ? 0 : 1

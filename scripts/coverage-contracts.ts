import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBinary } from '../harness/chain/binaries.ts'

// Measures the branch coverage of PolicyCage, its libraries, and all readers and checkers, by the forge tests with one
// random case each, and exits 1 below 100 %. Takes minutes: coverage compiles everything through the IR without the
// optimizer.

const ROOT = join(import.meta.dirname, '..')
const REPORT = join(ROOT, '.assay/lcov.info')
const COVERED =
  /^tools\/(contracts\/(PolicyCage|libraries\/|readers\/)|protocols\/[^/]+\/contracts\/\w+(Reader|Checker|Exposure)\.sol)/

mkdirSync(join(ROOT, '.assay'), { recursive: true })
const forge = findBinary('forge', { searchPath: process.env.PATH ?? '' })
const { status } = spawnSync(
  forge,
  [
    'coverage',
    '--ir-minimum',
    '--no-match-test',
    // Sixteen positions of Uniswap are more than their gas bound reads, unoptimized.
    'invariant|tooManyPositions',
    // Suites of which nothing would count, for the time that they take.
    '--skip',
    'OwnerGate',
    '--skip',
    'Probe',
    '--skip',
    'Invariant',
    '--skip',
    'PolicyCageGas',
    '--skip',
    'PolicyCageWorstCase',
    '--report',
    'summary',
    '--report',
    'lcov',
    '--report-file',
    REPORT,
  ],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, FOUNDRY_FUZZ_RUNS: '1' } },
)

const missed: string[] = []
let branches = 0
let file = ''
for (const line of status === 0 ? readFileSync(REPORT, 'utf8').split('\n') : []) {
  if (line.startsWith('SF:')) file = line.slice(3)
  if (!line.startsWith('BRDA:') || !COVERED.test(file)) continue
  branches += 1
  const [at, , branch, hits] = line.slice(5).split(',')
  if (hits === '0' || hits === '-') missed.push(`${file}:${at} branch ${branch}`)
}
for (const where of missed) console.log(`not covered: ${where}`)
console.log(`${branches - missed.length} of ${branches} branches covered`)
process.exitCode = status === 0 && branches > 0 && missed.length === 0 ? 0 : 1

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compileAhead, compileInParts, compileUnit, nameCompiled } from '../chain/solc.ts'
import { HarnessError } from '../errors.ts'
import { compileContracts } from './compile.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-compile-'))
  write('tools/contracts/PolicyCage.sol', 'import "./Base.sol"; contract PolicyCage is Base {}')
  write(
    'tools/contracts/Base.sol',
    'abstract contract Base { function one() external pure returns (uint) { return 1; } }',
  )
  write('tools/contracts/OwnerGate.sol', 'contract OwnerGate {}')
  write('tools/contracts/Probe.sol', 'contract Probe {}')
  write('harness/world/contracts/deep/Model.sol', 'contract Model {}')
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (path: string, body: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), `// SPDX-License-Identifier: MIT\npragma solidity ^0.8.26;\n${body}\n`)
}

test('default', async () => {
  const contracts = await compileContracts({ root })
  expect(Object.keys(contracts).sort()).toEqual(['Model', 'OwnerGate', 'PolicyCage', 'Probe'])
  expect(contracts.PolicyCage?.abi).toMatchObject([{ name: 'one' }])
  expect(await compileContracts({ root })).toEqual(contracts)
})

test('behavior: parts come to what a whole unit comes to, libraries that are linked included', async () => {
  write(
    'tools/contracts/Inner.sol',
    'library Inner { function two() external pure returns (uint) { return 2; } }',
  )
  const outer = 'library Outer { function two() external pure returns (uint) { return Inner.two(); } }'
  write('tools/contracts/Outer.sol', `import "./Inner.sol"; ${outer}`)
  const linked = 'contract Linked { function two() external pure returns (uint) { return Outer.two(); } }'
  write('tools/contracts/Linked.sol', `import "./Outer.sol"; ${linked}`)
  const unit = {
    entries: ['tools/contracts/Linked.sol', 'tools/contracts/Probe.sol'],
    settings: { viaIR: true },
  }
  const inParts = await compileInParts(unit, { root, cacheDir: join(root, 'parts') })
  expect(JSON.stringify(inParts)).toBe(
    JSON.stringify(compileUnit(unit, { root, cacheDir: join(root, 'whole') })),
  )
  expect(Object.keys(inParts)).toEqual(['Linked', 'Probe', 'Outer', 'Inner'])
  expect(readdirSync(join(root, 'parts'))).toEqual(readdirSync(join(root, 'whole')))
})

test('behavior: what was compiled ahead, with any compiler, is found as it would have been compiled', async () => {
  write('tools/contracts/Older.sol', 'contract Older {}')
  const older = readFileSync(join(root, 'tools/contracts/Older.sol'), 'utf8').replace('0.8.26', '0.8.19')
  writeFileSync(join(root, 'tools/contracts/Older.sol'), older)
  const units = [
    { entries: ['tools/contracts/Probe.sol'] },
    { entries: ['tools/contracts/Older.sol'], compiler: 'solc-0.8.19', settings: { evmVersion: 'paris' } },
    { entries: ['tools/contracts/Probe.sol'] },
  ]
  const [ahead, whole] = [join(root, 'ahead'), join(root, 'whole')]
  await compileAhead(units, { root, cacheDir: ahead })
  const kept = readdirSync(ahead)
  expect(kept).toHaveLength(2)
  for (const unit of units) compileUnit(unit, { root, cacheDir: whole })
  expect(readdirSync(whole)).toEqual(kept)
  for (const file of kept) {
    expect(readFileSync(join(ahead, file), 'utf8')).toBe(readFileSync(join(whole, file), 'utf8'))
  }
})

test('behavior: where nothing can be kept, it is compiled each time', async () => {
  write('file', '')
  const unit = { entries: ['tools/contracts/Probe.sol'] }
  const options = { root, cacheDir: join(root, 'file/cache') }
  await compileAhead([unit], options)
  expect(Object.keys(compileUnit(unit, options))).toEqual(['Probe'])
  expect(await compileInParts(unit, options)).toEqual(compileUnit(unit, options))
})

test('behavior: what the checkout keeps is found beside a cache elsewhere, which alone is written', () => {
  const [probe, gate] = [
    { entries: ['tools/contracts/Probe.sol'] },
    { entries: ['tools/contracts/OwnerGate.sol'] },
  ]
  compileUnit(probe, { root })
  const kept = readdirSync(join(root, '.assay/cache'))
  const elsewhere = { root, cacheDir: join(root, 'elsewhere') }
  for (const unit of [probe, gate]) compileUnit(unit, elsewhere)
  expect(readdirSync(join(root, '.assay/cache'))).toEqual(kept)
  expect(readdirSync(elsewhere.cacheDir)).toEqual([nameCompiled(gate, elsewhere)])
})

test("behavior: what another thread is writing is in nobody's way", () => {
  const unit = { entries: ['tools/contracts/Probe.sol'] }
  const path = join(root, '.assay/cache', nameCompiled(unit, { root }))
  mkdirSync(`${path}.${process.pid}.tmp`, { recursive: true })
  compileUnit(unit, { root })
  expect(readFileSync(path, 'utf8')).toContain('Probe')
})

test('error: COMPILE_FAILED of what is compiled ahead', async () => {
  write('tools/contracts/Probe.sol', 'contract Probe {')
  const units = [{ entries: ['tools/contracts/OwnerGate.sol'] }, { entries: ['tools/contracts/Probe.sol'] }]
  await expect(compileAhead(units, { root })).rejects.toMatchObject({ code: 'COMPILE_FAILED' })
})

test('behavior: a corrupt cache entry is rebuilt with a warning', async () => {
  const contracts = await compileContracts({ root })
  const cacheDir = join(root, '.assay/cache')
  for (const file of readdirSync(cacheDir))
    writeFileSync(join(cacheDir, file), '{"sha256":"0","contracts":{}}')
  const warnings: string[] = []
  expect(await compileContracts({ root, onWarning: (text) => warnings.push(text) })).toEqual(contracts)
  expect(warnings).toHaveLength(2)
})

test('behavior: a changed import is compiled again', async () => {
  await compileContracts({ root })
  write('tools/contracts/Base.sol', 'abstract contract Base {}')
  expect((await compileContracts({ root })).PolicyCage?.abi).toEqual([])
})

test.for([
  ['an error in the source', 'contract Model {'],
  ['a missing import', 'import "./Nowhere.sol"; contract Model {}'],
  ['a name used twice', 'contract Probe {}'],
] as const)('error: COMPILE_FAILED on %s', async ([, body]) => {
  write('harness/world/contracts/Other.sol', body)
  const failure = await compileContracts({ root }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(HarnessError)
  expect(failure).toMatchObject({ code: 'COMPILE_FAILED' })
})

import { expect, test } from 'vitest'
import { createFixtureRecord } from '../record/fixtures/fixture-record.ts'
import type { RecordProvenance, RunRecord } from '../record/record.ts'
import { refuseCode } from './own-code.ts'

const record = createFixtureRecord()

const withOrigin = (origin: RecordProvenance['origin']): RunRecord => ({
  ...record,
  provenance: { ...record.provenance, origin, seed: 'a b' },
})

const hintOf = (ids: readonly string[], of: RunRecord) =>
  refuseCode(
    ids.map((id) => ({ id, file: id.replace(/#.*/, '') })),
    of,
  ).details.hint

test('default: the command takes the very cells that failed, as they were run', () => {
  const ids = ['../my own/a.property.ts#draws=11-20', '../$x.yaml']
  expect(hintOf(ids, withOrigin({ kind: 'embedded', chainId: 8453, blockNumber: '7' }))).toContain(
    '`./bin/assay.mjs run "../my own/a.property.ts#draws=11-20" \'../$x.yaml\' --seed "a b" --chain base`',
  )
  expect(hintOf(ids.slice(1), withOrigin({ kind: 'rpc', chainId: 1, blockNumber: '7' }))).toContain(
    '`./bin/assay.mjs run \'../$x.yaml\' --seed "a b" --rpc-url "$RPC_URL" --fork-block-number 7`',
  )
})

test('behavior: each is let be played by who played it', () => {
  const [first, second, ...others] = record.scenarios
  if (first === undefined || second === undefined) throw new Error('the fixture has too few scenarios')
  const played: RunRecord = { ...record, scenarios: [{ ...first, driver: 'pi' }, second, ...others] }
  expect(hintOf([first.id, second.id], played)).toContain(
    `\`./bin/assay.mjs run "${first.id}" --seed 42 --driver pi\` and \`./bin/assay.mjs run "${second.id}" --seed 42\``,
  )
})

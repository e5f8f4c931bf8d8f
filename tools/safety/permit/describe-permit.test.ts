import { expect, test } from 'vitest'
import { planLocal } from '../../core/plan.ts'
import { buildPermitBody, buildPermitRow } from '../fixtures/build-permit.ts'
import { describePermit } from './describe-permit.ts'
import { serialiseBody } from './permit.ts'

const SENT = `0x${'22'.repeat(32)}`

test('behavior: what takes the place of a transaction names the permit that sent it, and nothing else does', () => {
  const describe = (operation: string) => {
    const plan = planLocal('outbox', operation, { permitId: SENT, kind: 'cancel' }, {})
    const row = buildPermitRow({ body: serialiseBody({ ...buildPermitBody(), plan }) })
    return describePermit({ findPermit: () => row }, row.permitId)
  }
  expect(describe('replace')).toMatchObject({ replaces: SENT })
  expect(describe('end')).not.toHaveProperty('replaces')
})

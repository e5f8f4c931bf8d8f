import { expect, test } from 'vitest'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { labelOf, STANDINGS } from './standings.ts'

test('default: every tool has the label of its protocol, and one of the test net none', () => {
  const standingOf = new Map(DEV_REGISTRY.protocols.map(({ id, standing }) => [id, standing]))
  for (const { name, protocol, standing } of DEV_REGISTRY.tools) {
    expect(standing, name).toBe(protocol === undefined ? undefined : standingOf.get(protocol))
    expect(STANDINGS.tools[name], name).toEqual({
      standing: standing ?? 'none',
      ...(protocol === undefined ? {} : { protocol }),
    })
  }
  expect(labelOf({})).toBe('none')
})

test('behavior: of protocols the ground is told', () => {
  expect(STANDINGS.protocols.chainlink).toEqual({ standing: 'model', isGround: true })
  expect(STANDINGS.protocols['uniswap-v3']).toEqual({ standing: 'published' })
  expect(STANDINGS.protocols.uniswapx).toEqual({ standing: 'published', standIn: 'order service' })
  expect(Object.keys(STANDINGS.protocols)).toHaveLength(DEV_REGISTRY.protocols.length)
})

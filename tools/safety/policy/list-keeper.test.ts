import { type Address, getAddress, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { canAllow, changeLists, createListKeeper, type ListChange } from './list-keeper.ts'

const at = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)
const [paid, other, target, token, unknown] = [at('1'), at('2'), at('3'), at('4'), at('5')]

const POLICY = buildPolicy({
  recipients: [paid],
  targets: [{ address: target, selectors: ['0x00000001'], codeHash: '0x07' }],
  spenders: [target],
  assets: [buildAsset({ token })],
})

const selector = (address: Address, isAllowed: boolean): ListChange => ({
  list: 'selector',
  address,
  selector: '0x00000002',
  isAllowed,
})

describe('createListKeeper', () => {
  const pay: ListChange = { list: 'recipient', address: other, isAllowed: true }
  const keep: ListChange = { list: 'recipient', address: paid, isAllowed: false }

  test('default: changes are durable, in order, one for each entry', () => {
    const store = createSafetyStore(openSafetyDatabase(':memory:'))
    const keeper = createListKeeper(store, '0x01')
    expect(keeper.current()).toEqual([])
    keeper.set(pay)
    keeper.set(keep)
    keeper.set({ ...pay, isAllowed: false })
    expect(createListKeeper(store, '0x01').current()).toEqual([keep, { ...pay, isAllowed: false }])
    expect(keeper.current()).toBe(keeper.current())
    expect(store.readAudit(1, 9).map(({ kind }) => kind)).toEqual([
      'allow-list',
      'facts',
      'allow-list',
      'facts',
      'allow-list',
      'facts',
    ])
  })

  test('I19: under another policy what was dropped stays so, and what was allowed does not', () => {
    const store = createSafetyStore(openSafetyDatabase(':memory:'))
    createListKeeper(store, '0x01').set(pay)
    createListKeeper(store, '0x01').set(keep)
    const keeper = createListKeeper(store, '0x02')
    expect(keeper.current()).toEqual([keep])
    keeper.set(selector(target, true))
    expect(createListKeeper(store, '0x02').current()).toEqual([keep, selector(target, true)])
    // What went away with another policy does not come back with the first one.
    expect(createListKeeper(store, '0x01').current()).toEqual([keep])
  })

  test('I11: of two functions of one contract that are dropped, neither comes back', () => {
    const store = createSafetyStore(openSafetyDatabase(':memory:'))
    const keeper = createListKeeper(store, '0x01')
    const drop = (dropped: Hex): ListChange =>
      ({ ...selector(target, false), selector: dropped }) as ListChange
    keeper.set(drop('0x00000001'))
    keeper.set(drop('0x0000000a'))
    expect(keeper.current()).toEqual([drop('0x00000001'), drop('0x0000000a')])
    // However it is written, it is the same function.
    keeper.set(drop('0x0000000A'))
    expect(keeper.current()).toEqual([drop('0x00000001'), drop('0x0000000A')])
  })
})

describe('changeLists', () => {
  const lists = (...changes: readonly ListChange[]) => {
    const { recipients, targets, spenders, assets } = changeLists(POLICY, changes)
    return { recipients, targets, spenders, tokens: assets.map((asset) => asset.token) }
  }
  const unchanged = lists()

  test.each<[ListChange['list'], readonly ListChange[], Partial<typeof unchanged>]>([
    ['recipient', [{ list: 'recipient', address: other, isAllowed: true }], { recipients: [paid, other] }],
    ['recipient', [{ list: 'recipient', address: paid, isAllowed: true }], { recipients: [paid] }],
    ['recipient', [{ list: 'recipient', address: paid, isAllowed: false }], { recipients: [] }],
    ['token', [{ list: 'token', address: token, isAllowed: false }], { tokens: [] }],
    ['token', [{ list: 'token', address: token, isAllowed: true }], {}],
    ['target', [{ list: 'target', address: target, isAllowed: false }], { targets: [], spenders: [] }],
    ['target', [{ list: 'target', address: target, isAllowed: true }], {}],
    [
      'selector',
      [selector(target, true)],
      { targets: [{ address: target, selectors: ['0x00000001', '0x00000002'], codeHash: '0x07' }] },
    ],
    [
      'selector',
      [{ list: 'selector', address: target, selector: '0x00000001', isAllowed: false }],
      { targets: [{ address: target, selectors: [], codeHash: '0x07' }] },
    ],
    ['selector', [selector(unknown, false)], {}],
  ])('default: %s %j', (_, changes, expected) =>
    expect(lists(...changes)).toEqual({ ...unchanged, ...expected }))

  test('I11: a function is dropped however it is written', () => {
    const listed = buildPolicy({ targets: [{ address: target, selectors: ['0x0000000a'] }] })
    const drop = { ...selector(target, false), selector: '0x0000000A' } as ListChange
    expect(changeLists(listed, [drop]).targets).toEqual([{ address: target, selectors: [] }])
  })

  test('behavior: a function of another contract brings its code along, and no allowance', () =>
    expect(lists({ ...selector(unknown, true), codeHash: '0x09' } as ListChange)).toEqual({
      ...unchanged,
      targets: [...unchanged.targets, { address: unknown, selectors: ['0x00000002'], codeHash: '0x09' }],
    }))

  test('I11 I18: of a target that was dropped, one function may be allowed again, of the code that was reviewed', () => {
    const implementation = { slot: '0x01', address: other, codeHash: '0x08' } as const
    const rule = { address: target, codeHash: '0x07', implementation } as const
    const proxied = { ...POLICY, targets: [{ ...rule, selectors: ['0x00000001' as const] }] }
    const changed = changeLists(proxied, [
      { list: 'target', address: target, isAllowed: false },
      { ...selector(target, true), codeHash: '0x09' } as ListChange,
    ])
    expect(changed).toMatchObject({ spenders: [] })
    expect(changed.targets).toEqual([{ ...rule, selectors: ['0x00000002'] }])
  })
})

test('behavior: a token and a target are allowed where the policy says more of them, the rest anywhere', () => {
  const allows = (list: 'recipient' | 'token' | 'target', address: Address) =>
    canAllow(POLICY, { list, address, isAllowed: true })
  expect([allows('token', token), allows('target', target), allows('recipient', unknown)]).toEqual([
    true,
    true,
    true,
  ])
  expect([allows('token', unknown), allows('target', unknown)]).toEqual([false, false])
  expect(canAllow(POLICY, selector(unknown, true))).toBe(true)
})

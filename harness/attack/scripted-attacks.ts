import type { Attacker } from '../../tools/safety/policy/max-loss.ts'
import type { AttackMove } from './attack-move.ts'
import { type DrawnRules, HALT, HALT_AND_SELL, SELL_OUT } from './draw-attack.ts'
import { LENDERS } from './testbed-attacks.ts'

/** An attack that a person would try, against the rules under which it hurts most. */
export interface ScriptedAttack {
  readonly rules: DrawnRules
  readonly moves: readonly AttackMove[]
}

const repeat = (times: number, moves: readonly AttackMove[]) =>
  Array.from({ length: times }, () => moves).flat()

const [LENDER = '', OTHER_LENDER = ''] = LENDERS.keys()

/** A cage that leaves most to be taken, guarded by nothing but itself. */
const OPEN_RULES: DrawnRules = {
  perTransaction: 20_000,
  perDay: 100_000,
  hasSecondProvider: false,
  maxDrawdownBps: 1_000,
  windowSpend: 100_000,
  hotLane: 1_000_000,
  positionCap: 60_000,
  hasRecipient: true,
  // What could be borrowed and sold widens every bound, and these moves do not.
  mayOwe: false,
}

/** Attacks that are tried with every attacker. */
export const SCRIPTED_ATTACKS = {
  'all that a window allows, day after day, until nothing is left': {
    rules: OPEN_RULES,
    moves: [
      ...repeat(4, [
        ...['USDC', 'USDC', 'DAI', 'WETH', 'WETH', 'WBTC'].map(
          (token) => ({ move: 'pay', token, percent: 100 }) as const,
        ),
        { move: 'wait', hours: 25 },
      ]),
      ...SELL_OUT,
    ],
  },
  'churning against a skewed pool for thirty windows': {
    rules: { ...OPEN_RULES, hasRecipient: false },
    moves: [
      ...repeat(30, [
        { move: 'swap', route: 'USDC→WETH', percent: 100, skewBps: 100 },
        { move: 'swap', route: 'WETH→USDC', percent: 100, skewBps: 100 },
        { move: 'wait', hours: 25 },
      ]),
      ...SELL_OUT,
    ],
  },
  'liquidity in at a skewed price, out at another': {
    rules: { ...OPEN_RULES, hasRecipient: false },
    moves: [
      ...repeat(6, [
        { move: 'add-liquidity', percent: 40, skewBps: 300 },
        { move: 'close-liquidity', skewBps: 300 },
        { move: 'wait', hours: 25 },
      ]),
      ...SELL_OUT,
    ],
  },
  'a full window in one day': {
    rules: { ...OPEN_RULES, windowSpend: 20_000 },
    moves: [...repeat(6, [{ move: 'pay', token: 'USDC', percent: 10 }]), ...SELL_OUT],
  },
  'a halt at prices that nobody should sell at': { rules: OPEN_RULES, moves: HALT },
  'a payment, then a halt whose sale is waited for': {
    rules: OPEN_RULES,
    // Nearly as much each time as one transaction may spend, and everything in the end.
    moves: [
      ...[19, 23, 30, 42, 70, 100].map((percent) => ({ move: 'pay', token: 'USDC', percent }) as const),
      ...HALT_AND_SELL,
    ],
  },
  'a small hot lane, then a halt whose sale the guardian signs': {
    rules: { ...OPEN_RULES, hotLane: 100, perTransaction: 100_000, perDay: 125_000 },
    moves: [...repeat(2, [{ move: 'pay', token: 'USDC', percent: 1 }]), ...HALT_AND_SELL],
  },
  'a sale after a halt for which the first node lies about prices': {
    rules: { ...OPEN_RULES, hasRecipient: false },
    moves: [
      { move: 'lie', about: 'prices' },
      { move: 'halt', skewBps: 1_000, sells: true },
    ],
  },
  'a sale of far more than the caps of its positions': {
    rules: { ...OPEN_RULES, maxDrawdownBps: 100, positionCap: 1_000 },
    moves: [...repeat(4, [{ move: 'pay', token: 'USDC', percent: 2 }]), ...SELL_OUT],
  },
  'payments that the first node calls reverted': {
    rules: { ...OPEN_RULES, perDay: 3_000, hotLane: 1_000 },
    moves: [
      { move: 'lie', about: 'receipts' },
      ...repeat(4, [
        { move: 'pay', token: 'USDC', percent: 10 },
        { move: 'wait', hours: 1 },
      ]),
    ],
  },
  'payments that the first node alone calls reverted': {
    rules: { ...OPEN_RULES, perDay: 3_000, hasSecondProvider: true },
    moves: repeat(4, [
      { move: 'pay', token: 'USDC', percent: 10 },
      { move: 'lie', about: 'receipts' },
      { move: 'pay', token: 'DAI', percent: 10 },
      { move: 'wait', hours: 1 },
      { move: 'lie', about: 'nothing' },
    ]),
  },
  'one payment after another': {
    rules: { ...OPEN_RULES, perDay: 3_000, windowSpend: 20_000 },
    moves: repeat(8, [{ move: 'pay', token: 'USDC', percent: 10 }]),
  },
  'a hot lane and a guardian that are both used up': {
    rules: { ...OPEN_RULES, perDay: 3_000, hotLane: 1_000 },
    moves: repeat(6, [
      { move: 'pay', token: 'USDC', percent: 3 },
      { move: 'wait', hours: 3 },
    ]),
  },
  'what was signed on one day, carried out on the next': {
    rules: { ...OPEN_RULES, perDay: 3_000, hotLane: 1_000 },
    moves: [
      { move: 'prepare', token: 'USDC', percent: 3 },
      { move: 'wait', hours: 0.015 },
      { move: 'use' },
      { move: 'wait', hours: 23.99 },
      { move: 'pay', token: 'USDC', percent: 3 },
      { move: 'pay', token: 'USDC', percent: 1 },
    ],
  },
  'churning what was borrowed against what it bought': {
    rules: { ...OPEN_RULES, positionCap: 1_000_000, hasRecipient: false, mayOwe: true },
    moves: [
      ...repeat(8, [
        { move: 'lend', at: LENDER, act: 'supply', percent: 50 },
        { move: 'lend', at: LENDER, act: 'borrow', percent: 100 },
        { move: 'swap', route: 'USDC→WETH', percent: 100, skewBps: 100 },
        { move: 'swap', route: 'WETH→USDC', percent: 100, skewBps: 100 },
        { move: 'swap', route: 'USDC→WETH', percent: 100, skewBps: 100 },
        { move: 'wait', hours: 25 },
      ]),
      ...SELL_OUT,
      { move: 'lend', at: LENDER, act: 'withdraw', percent: 100 },
      ...SELL_OUT,
    ],
  },
  'what is borrowed, spent at the end of one window and at the start of the next': {
    rules: { ...OPEN_RULES, windowSpend: 20_000, mayOwe: true },
    moves: [
      { move: 'lend', at: OTHER_LENDER, act: 'supply', percent: 50 },
      { move: 'lend', at: OTHER_LENDER, act: 'borrow', percent: 100 },
      { move: 'wait', hours: 23 },
      ...repeat(3, [
        { move: 'pay', token: 'USDC', percent: 25 },
        { move: 'wait', hours: 0.5 },
      ]),
      { move: 'wait', hours: 1 },
      ...repeat(3, [{ move: 'pay', token: 'USDC', percent: 25 }]),
      { move: 'lend', at: OTHER_LENDER, act: 'repay', percent: 50 },
      { move: 'lend', at: OTHER_LENDER, act: 'withdraw', percent: 100 },
      ...SELL_OUT,
    ],
  },
  'a cent at a time': {
    rules: OPEN_RULES,
    moves: repeat(40, [{ move: 'hijack', route: 'WETH→USDC', cents: 1 }]),
  },
} as const satisfies Readonly<Record<string, ScriptedAttack>>

/** For each attacker attacks that test what its bound rests on, with the share of a day's bound that they come to, in per cent. */
export const NEAREST_ATTACKS: readonly (readonly [Attacker, keyof typeof SCRIPTED_ATTACKS, number])[] = [
  ['operator', 'a hot lane and a guardian that are both used up', 90],
  ['operator', 'a small hot lane, then a halt whose sale the guardian signs', 55],
  ['agent', 'a payment, then a halt whose sale is waited for', 90],
  ['agent', 'payments that the first node calls reverted', 90],
  ['agent', 'one payment after another', 30],
  ['agent', 'a sale after a halt for which the first node lies about prices', 14],
  ['host', 'a hot lane and a guardian that are both used up', 90],
  ['host', 'what was signed on one day, carried out on the next', 90],
  ['host', 'what is borrowed, spent at the end of one window and at the start of the next', 55],
  ['cage', 'a payment, then a halt whose sale is waited for', 90],
  ['cage', 'a full window in one day', 85],
]

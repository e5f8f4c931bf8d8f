import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
import type { Stage } from '../../stage/stage.ts'
import type { AmountCheck, Expectations } from '../expectations.ts'
import { resolveAccount, resolveTokenAddress } from '../step/resolve-names.ts'
import { matchesAmount, renderCheck, writeAmountsOf } from './compare-amount.ts'
import type { Check, Report } from './judged-step.ts'

/** Hold balances, positions and allowances, as the oracle reads them, against what is expected. */
export const checkChain: Check = async ({ expect, stage }, report) => {
  for (const { account, token, check } of expect.balances ?? []) {
    const address = resolveAccount(stage, account)
    const [found] = await stage.oracle.readBalancesOf([
      { token: resolveTokenAddress(stage, token), account: address },
    ])
    const write = writeAmountsOf(stage, token)
    if (found === undefined || !matchesAmount(check, found)) {
      const seen = found === undefined ? `no answer of ${token}` : write(found)
      report('expect.balances', `${account} ${renderCheck(check, write)}`, seen)
    }
  }
  if (expect.positions !== undefined) await checkPositions(expect.positions, stage, report)
  const { allowances } = expect
  if (allowances === undefined) return
  const left = await stage.oracle.readAllowances(
    allowances.map(({ token, spender }) => ({
      token: resolveTokenAddress(stage, token),
      owner: stage.cage,
      spender: resolveTokenAddress(stage, spender),
    })),
  )
  for (const [index, { token, check }] of allowances.entries()) {
    const found = left[index] as bigint
    const write = writeAmountsOf(stage, token)
    if (!matchesAmount(check, found)) report('expect.allowances', renderCheck(check, write), write(found))
  }
}

async function checkPositions(
  checks: NonNullable<Expectations['positions']>,
  stage: Stage,
  report: Report,
): Promise<void> {
  const all = await stage.oracle.readPositions(stage.cage)
  for (const wanted of checks) {
    const lots = all
      .filter(({ protocol }) => protocol === wanted.protocol)
      .flatMap((position) => position.lots.filter(({ units }) => units > 0n))
    if ('exists' in wanted) {
      if (wanted.exists !== lots.length > 0) {
        const expected = wanted.exists ? 'some' : 'none'
        report('expect.positions', `${wanted.protocol}: ${expected}`, lots.length > 0 ? 'some' : 'none')
      }
      continue
    }
    const token = resolveTokenAddress(stage, wanted.token)
    const amounts = lots
      .flatMap(({ legs }) => legs.filter((leg) => isAddressEqual(leg.token, token)))
      .map(({ amount }) => amount)
    const [held, owed] = [sumOf(amounts.filter(isHeld)), sumOf(amounts.filter((amount) => !isHeld(amount)))]
    // What is held and what is owed never net: an amount below zero is about debt.
    const found = held === 0n || isOfDebt(wanted.check) ? owed : held
    const write = writeAmountsOf(stage, wanted.token)
    if (!matchesAmount(wanted.check, found)) {
      report('expect.positions', `${wanted.protocol} ${renderCheck(wanted.check, write)}`, write(found))
    }
  }
}

const isHeld = (amount: bigint) => amount >= 0n
const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)
const isOfDebt = ({ op, value }: AmountCheck) => value < 0n || (value === 0n && op === '<')

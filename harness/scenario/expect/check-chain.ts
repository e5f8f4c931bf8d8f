import { resolveAccount, resolveTokenAddress } from '../step/resolve-names.ts'
import { matchesAmount, renderCheck, writeAmountsOf } from './compare-amount.ts'
import type { Check } from './judged-step.ts'

/** Hold balances and allowances, as the oracle reads them, against what is expected. */
export const checkChain: Check = async ({ expect, stage }, report) => {
  for (const { account, token, check } of expect.balances ?? []) {
    const address = resolveAccount(stage, account)
    const [found = 0n] = await stage.oracle.readBalancesOf([
      { token: resolveTokenAddress(stage, token), account: address },
    ])
    const write = writeAmountsOf(stage, token)
    if (!matchesAmount(check, found)) {
      report('expect.balances', `${account} ${renderCheck(check, write)}`, write(found))
    }
  }
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

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
  for (const { token, spender, check } of expect.allowances ?? []) {
    const found = await stage.oracle.readAllowance(
      resolveTokenAddress(stage, token),
      stage.cage,
      resolveTokenAddress(stage, spender),
    )
    const write = writeAmountsOf(stage, token)
    if (!matchesAmount(check, found)) report('expect.allowances', renderCheck(check, write), write(found))
  }
}

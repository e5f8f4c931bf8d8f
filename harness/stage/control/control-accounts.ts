import { type Address, encodeDeployData, erc20Abi } from 'viem'
import { NATIVE_TOKEN } from '../../../tools/core/address-book.ts'
import type { ControlHandlers } from '../../../tools/devtools/chain-control.ts'
import { loadPlainToken } from '../../protocols/erc20/plain-token.ts'
import { ACTORS } from '../../world/actors.ts'
import { HARMLESS, placeHostileTokens } from '../../world/place-hostile-tokens.ts'
import type { Fund } from '../funding.ts'
import type { Ground } from '../ground.ts'

interface TokenTerms {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** Carry out what the test net's tools do to accounts and their tokens. */
export const controlAccounts = (
  { chain: { fork }, client, sender, observer }: Ground,
  fund: Fund,
): Pick<ControlHandlers, 'fundAccount' | 'impersonateAccount' | 'deployMockToken' | 'deployHostileToken'> => {
  const deployToken = async ({ name, symbol, decimals }: TokenTerms) => {
    const { abi, bytecode } = loadPlainToken()
    const data = encodeDeployData({ abi, bytecode, args: [name, symbol, decimals] })
    const hash = await sender.send(ACTORS.deployer.address, { data })
    const [created] = await sender.settle([hash], 'deploying a token')
    return created?.contractAddress as Address
  }
  return {
    async fundAccount({ account, token, amountBaseUnits }) {
      await fund(account, token, BigInt(amountBaseUnits))
      const args = [account] as const
      const balance =
        token === NATIVE_TOKEN
          ? await client.getBalance({ address: account })
          : await client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args })
      return { account, token, balanceBaseUnits: balance.toString() }
    },
    async impersonateAccount({ account, enabled }) {
      const method = enabled ? 'anvil_impersonateAccount' : 'anvil_stopImpersonatingAccount'
      await fork.rpc.request(method, [account])
      return { done: true }
    },
    deployMockToken: async (terms) => ({ token: await deployToken(terms) }),
    async deployHostileToken({ name, symbol, decimals, holder, supplyBaseUnits, ...traits }) {
      const token = await deployToken({ name, symbol, decimals })
      await fund(holder, token, BigInt(supplyBaseUnits))
      await placeHostileTokens(fork, new Map([[token, { decimals, ...HARMLESS, ...traits }]]))
      observer.invalidate()
      return { token }
    },
  }
}

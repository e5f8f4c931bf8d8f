import { type Address, encodeDeployData, erc20Abi } from 'viem'
import { NATIVE_TOKEN } from '../../../tools/core/address-book.ts'
import type { ControlHandlers } from '../../../tools/devtools/chain-control.ts'
import { loadPlainToken } from '../../protocols/erc20/plain-token.ts'
import { ACTORS } from '../../world/actors.ts'
import type { Fund } from '../funding.ts'
import type { Ground } from '../ground.ts'

/** Carry out what the test net's tools do to accounts and their tokens. */
export const controlAccounts = (
  { chain: { fork }, client, sender }: Ground,
  fund: Fund,
): Pick<ControlHandlers, 'fundAccount' | 'impersonateAccount' | 'deployMockToken'> => ({
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
  async deployMockToken({ name, symbol, decimals }) {
    const { abi, bytecode } = loadPlainToken()
    const data = encodeDeployData({ abi, bytecode, args: [name, symbol, decimals] })
    const hash = await sender.send(ACTORS.deployer.address, { data })
    const [created] = await sender.settle([hash], 'deploying a token')
    return { token: created?.contractAddress as Address }
  },
})

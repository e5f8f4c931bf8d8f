import { erc20Abi, getAbiItem } from 'viem'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import type { GrantKeeper } from '../../core/grant-keeper.ts'
import { NO_STATE } from '../../kit/usd-price.ts'

const approval = getAbiItem({ abi: erc20Abi, name: 'Approval' })

/** Allowances that tokens keep. */
export const TOKEN_GRANTS: GrantKeeper = {
  subject: 'the allowances',
  async readLog(chain, { owners, ...range }) {
    const args = { owner: [...owners] }
    const logs = await chain.getLogs({ event: approval, args, strict: true, ...range })
    return logs.map(({ address, args: { owner, spender } }) => ({ token: address, owner, spender }))
  },
  async readLive(chain, candidates) {
    const { allowances } = await chain.readState({ ...NO_STATE, allowances: candidates })
    // An allowance that cannot be read may be there.
    const grants = candidates.filter((_, index) => allowances[index] !== 0n)
    const revocations = grants.map(({ token, spender, owner }) => {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 0n] })
      return {
        item: `revoke ${token} from ${spender}`,
        owner,
        calls: [{ to: token, valueWei: 0n, data }],
      }
    })
    return { grants, revocations }
  },
}

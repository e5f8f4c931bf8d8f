import type { KindModel, ProtocolModel } from '../../vocabulary/model.ts'

const act = (kind: 'close-position' | 'rebalance'): KindModel => ({
  category: 'vault',
  needs: [],
  means: () => ({ kind: 'operate', class: kind }),
})

/** What an operator may do as allocator or guardian: nothing of the agent's own moves, and only a veto is an exit. */
export const MODEL: ProtocolModel = {
  kinds: {
    'accept-vault-cap': act('rebalance'),
    'veto-vault-cap': act('close-position'),
    'set-vault-supply-queue': act('rebalance'),
    'set-vault-withdraw-queue': act('rebalance'),
    'reallocate-vault': act('rebalance'),
  },
}

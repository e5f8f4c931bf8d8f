import type { ProtocolModel } from '../../vocabulary/model.ts'

/** What an operator may do to its cage by itself: stop what is no exit. */
export const MODEL: ProtocolModel = {
  kinds: {
    'pause-cage': {
      category: 'safety',
      needs: [],
      means: () => ({ kind: 'operate', class: 'close-position' }),
    },
  },
}

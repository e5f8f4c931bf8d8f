import { at, defineCases } from '../../core/cases.ts'
import { loosens, tightens, viewOf } from './cage-cases.ts'

const isRecipient = (actor: string) => viewOf('isRecipient(address) view returns (bool)', [at(actor)])

/** Cases of `safety_set_cage_recipient`. */
export const CASES = defineCases({
  refuses: [{ params: { recipient: at('stranger'), step: 'queue' }, code: 'INVALID_PARAMS' }],
  serves: [
    tightens({ recipient: at('recipient'), isAllowed: false }, [[isRecipient('recipient'), false]]),
    loosens(
      'safety_set_cage_recipient',
      { recipient: at('stranger'), isAllowed: true },
      { before: [[isRecipient('stranger'), false]], after: [[isRecipient('stranger'), true]] },
    ),
  ],
})

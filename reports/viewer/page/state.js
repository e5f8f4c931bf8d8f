import { buildAmount, buildTable, el } from './dom.js'

/** Show what the account holds in a state of the chain, and what it held before. */
export function buildState(title, { time, block, holdings, isUnchanged }) {
  const when = `${title}, ${time}${block === undefined ? '' : `, block ${block}`}`
  if (holdings.length === 0) return el('p', 'note state', `${when}: nothing changed`)
  const caption = isUnchanged ? `${when}: nothing changed, all that is held` : when
  const hasBefore = holdings.some(({ before }) => before !== undefined)
  const amount = (value) => (value === undefined ? '' : buildAmount(value))
  return buildTable({
    caption,
    className: 'outcome',
    head: [
      { title: 'Holding' },
      ...(hasBefore ? [{ title: 'Before', number: true }] : []),
      { title: hasBefore ? 'After' : 'Amount', number: true },
      ...(hasBefore ? [{ title: 'Change', number: true }] : []),
    ],
    rows: holdings.map(({ name, before, after, change, note }) => ({
      cells: [
        el('span', '', name, note && el('span', 'note', ` ${note}`)),
        ...(hasBefore ? [amount(before)] : []),
        amount(after),
        ...(hasBefore ? [amount(change)] : []),
      ],
    })),
  })
}

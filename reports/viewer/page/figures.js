import { buildAmount, buildTable, el, set } from './dom.js'

/** Show numbers with what bounds them; how much of its most one takes is a bar, too. */
export const buildFigures = (caption, figures) =>
  buildTable({
    caption,
    className: 'figures',
    head: [{ title: 'Figure' }, { title: 'Value', number: true }, { title: 'Bound' }, { title: 'Source' }],
    rows: figures.map(({ name, value, bound = '', percent, isBeyond, source = '' }) => ({
      className: isBeyond ? 'disagrees' : '',
      cells: [
        name,
        buildAmount(value),
        bound !== '' &&
          el(
            'span',
            'bound',
            bound,
            isBeyond && el('b', '', ' exceeded'),
            percent !== undefined && buildMeter(percent),
          ),
        source,
      ],
    })),
  })

const buildMeter = (percent) =>
  set(el('span', 'meter', set(el('i', ''), { style: `width:${percent}%` })), {
    'aria-hidden': 'true',
    title: `${percent} %`,
  })

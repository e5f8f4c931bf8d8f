const readText = (id) => document.getElementById(id).textContent

/** What the page knows of all scenarios. */
export const run = JSON.parse(readText('run-data'))

const indexes = new Map(run.list.map(({ id }, index) => [id.toWellFormed(), index]))

/** The place of a scenario in the list, by its id as an address can hold it; undefined where the run has none of it. */
export const indexOf = (id) => indexes.get(id)

const packed = document.getElementById('scenario-data')
const blockSize = Number(packed.dataset.block)
let blocks
let unpacked

/** Read a scenario; of all of them only the block that holds it is unpacked, and it alone is parsed. */
export async function readScenario(index) {
  blocks ??= packed.textContent.split('\n')
  const at = Math.floor(index / blockSize)
  if (unpacked?.at !== at) unpacked = { at, lines: unpack(blocks[at]) }
  const lines = await unpacked.lines
  return JSON.parse(lines[index % blockSize])
}

async function unpack(block) {
  const bytes = Uint8Array.from(atob(block), (char) => char.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return (await new Response(stream).text()).split('\n')
}

let sources

/** The text of a scenario's file; undefined where it was not at hand when the page was written. */
export function readSource(file) {
  sources ??= JSON.parse(readText('source-data'))
  return Object.hasOwn(sources, file) ? sources[file] : undefined
}

// Reads texts (JSON lines) with the page opener's own reader; what came of each, and how long it took.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import vm from 'node:vm'

const source = readFileSync(process.argv[2], 'utf8')
const reader = source.slice(source.indexOf('const DIGITS'), source.indexOf('function gameOf'))
const page = vm.createContext({ TextDecoder })
vm.runInContext(`${reader};globalThis.read = read`, page)
for await (const line of createInterface({ input: process.stdin })) {
  const began = process.cpuUsage()
  let found
  try {
    const { view, to, token } = page.read(JSON.parse(line))
    found = { game: view.game, to, token }
  } catch (error) {
    found = { refused: String(error) }
  }
  const spent = process.cpuUsage(began)
  console.log(JSON.stringify({ ...found, seconds: (spent.user + spent.system) / 1e6 }))
}

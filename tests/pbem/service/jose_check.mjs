// Reads tasks as JSON lines and answers each in one line: what the npm library `jose` makes of it.
// argv[2]: the path of the library.
import { createInterface } from 'node:readline'
const jose = await import(process.argv[2])
const text = bytes => new TextDecoder().decode(bytes)
const tasks = {
  async verify({ line, jwk }) {
    const key = await jose.importJWK(jwk, 'Ed25519')
    const found = await jose.flattenedVerify(JSON.parse(line), key, { algorithms: ['Ed25519'] })
    return { payload: text(found.payload), header: found.protectedHeader }
  },
  async decrypt({ line, jwk }) {
    const key = await jose.importJWK(jwk, 'ECDH-ES')
    const found = await jose.flattenedDecrypt(JSON.parse(line), key)
    return { payload: text(found.plaintext), header: found.protectedHeader }
  },
  async thumbprint({ jwk }) {
    return { payload: await jose.calculateJwkThumbprint(jwk, 'sha256') }
  },
}
for await (const said of createInterface({ input: process.stdin })) {
  const task = JSON.parse(said)
  let answer
  try {
    answer = { ok: true, ...(await tasks[task.do](task)) }
  } catch (error) {
    answer = { ok: false, error: error.code ?? String(error) }
  }
  console.log(JSON.stringify(answer))
}

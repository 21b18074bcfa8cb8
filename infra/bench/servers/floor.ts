// The minimum work of a server for a submission: it reads a JSON body, parses it and responds.
import { createServer } from 'node:http';

const [port, answer = ''] = process.argv.slice(2);
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(answer) };

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(typeof body === 'object' ? 200 : 400, headers).end(answer);
  });
}).listen(Number(port), '127.0.0.1');

// A server as a developer would write it by hand: one INSERT for each request, and no checks.
import { createServer } from 'node:http';
import pg from 'pg';

const [port, databaseUrl] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
await pool.query(`create table submissions (
  id uuid primary key default gen_random_uuid(), form text not null, data json not null, created_at timestamptz default now()
)`);
const insert = { name: 'insert', text: 'insert into submissions (form, data) values ($1, $2) returning id' };

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const form = request.url?.split('/').at(-1);
  const { rows } = await pool.query({ ...insert, values: [form, Buffer.concat(chunks).toString()] });
  const answer = JSON.stringify({ success: true, message: 'Form submitted successfully', submissionId: rows[0]?.id });
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(answer);
}).listen(Number(port), '127.0.0.1');

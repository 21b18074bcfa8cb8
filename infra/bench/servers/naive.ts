// What most people would write: Express, its JSON parser, and one job for each submission.
import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import express from 'express';

const [port, redisUrl = ''] = process.argv.slice(2);
const queue = new Queue('submissions', { connection: { url: redisUrl } });
const app = express();

app.use(express.json());
app.post('/api/forms/:endpointId', async (request, response) => {
  const submissionId = randomUUID();
  await queue.add('submission', { submissionId, formId: request.params.endpointId, data: request.body });
  response.json({ success: true, message: 'Form submitted successfully', submissionId });
});
app.listen(Number(port), '127.0.0.1');

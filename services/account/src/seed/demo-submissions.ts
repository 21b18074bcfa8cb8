/** The submissions of the demo forms, newest first: age in hours, fields, and page. */
export interface DemoSubmission {
  readonly hoursAgo: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly origin: string | null;
}

const site = 'https://example.com';

export const contactSubmissions: readonly DemoSubmission[] = [
  ['Mara Lindqvist', 'mara@example.com', 'Hello! Do you also deliver to Sweden? We would need about forty pieces.', 2],
  ['Tomás Herrera', 'tomas@example.org', 'The invoice for May has the wrong address. Could you send it again?', 9],
  ['Aiko Tanaka', 'aiko@example.net', 'Your workshop on Saturday was wonderful. Is there a second one planned?', 27],
  ['Ben Okafor', 'ben@example.com', 'I forgot to add the discount code to my order. Is it too late?', 31],
  ['Ines Moreau', 'ines@example.org', 'Bonjour, is the showroom open on public holidays?', 52],
  ['Jonas Weber', 'jonas@example.com', 'We are planning an office for 25 people and would like an offer.', 75],
  ['Priya Raman', 'priya@example.net', 'The lamp arrived with a scratch. I have attached the order number: 10482.', 98],
  ['Lucía Ferrer', 'lucia@example.org', '¿Tenéis el modelo en nogal? No lo encuentro en la web.', 121],
  ['Noah Smith', 'noah@example.com', 'Just saying thank you. The table fits perfectly.', 168],
  ['Yael Cohen', 'yael@example.net', 'Could someone call me back about the repair? Mornings are best.', 214],
  ['Piotr Nowak', 'piotr@example.org', 'Is the spare part for the 2019 chair still available?', 290],
  ['Amelia Brown', 'amelia@example.com', 'Please remove me from the catalogue list. I moved.', 402],
].map(([name, email, message, hoursAgo]) => ({
  hoursAgo: Number(hoursAgo),
  data: { name, email, message },
  origin: site,
}));

export const newsletterSubmissions: readonly DemoSubmission[] = [
  ['sofia@example.com', 'weekly', 5],
  ['li.wei@example.org', 'monthly', 20],
  ['hassan@example.net', 'weekly', 44],
  ['greta@example.com', 'weekly', 90],
  ['oliver@example.org', 'monthly', 150],
  ['chiara@example.net', 'weekly', 260],
].map(([email, frequency, hoursAgo]) => ({
  hoursAgo: Number(hoursAgo),
  data: { email, frequency, consent: true },
  origin: site,
}));

/** The meaning of a field's name. First and last name together make a name. */
export type NamedRole = 'name' | 'first' | 'last' | 'address' | 'subject' | 'message';

export interface NameMatch {
  readonly role: NamedRole;
  /** Lower is better; it reflects the strength of the word, and whether it is the whole name. */
  readonly rank: number;
  readonly isWhole: boolean;
  /** True for a numbered name, such as `question_3`. */
  readonly isNumbered: boolean;
}

/** The most characters and words of a name that are considered: a longer one is a sentence. */
const lengthMax = 80;
const wordsMax = 6;

/** Words for each role, the strongest line first. A word after `=` only counts as the whole name. */
const dictionary: Readonly<Record<NamedRole, readonly string[]>> = {
  name: [
    `name fullname yourname realname sendername contactname customername clientname sender author applicant
    vollername ihrname deinname ansprechpartner kontaktperson absender nom nomcomplet votrenom nombre nombrecompleto
    tunombre nombreyapellidos nome nomecompleto nominativo seunome naam volledigenaam uwnaam imieinazwisko namn navn
    nimi kokonimi isim adsoyad adisoyadi adısoyadı jmeno celejmeno nev teljesnev nume numecomplet имя фио імя
    όνομα ονοματεπώνυμο الاسم =اسم שם שםמלא =نام नाम ชื่อ hoten hovaten nama namalengkap 이름 성명 성함 名前 氏名 姓名 名字
    称呼`,
  ],
  first: [
    `firstname fname givenname forename vorname prenom voornaam imie fornamn fornavn etunimi =ad =adı krestnijmeno
    keresztnev prenume =名`,
  ],
  last: [
    `lastname lname surname familyname nachname familienname zuname nomdefamille apellido apellidos cognome sobrenome
    apelido achternaam familienaam nazwisko efternamn etternavn efternavn sukunimi soyad soyadı soyisim prijmeni
    vezeteknev фамилия прізвище επώνυμο =姓`,
  ],
  address: [
    `email emailaddress mail mailaddress youremail emailadresse correo correoelectronico courriel adressemail
    indirizzoemail emailadres epost eposta sahkoposti почта электроннаяпочта メール メールアドレス 邮箱 电子邮件 이메일`,
  ],
  subject: [
    `subject betreff objet sujet asunto oggetto assunto onderwerp temat amne emne aihe konu predmet targy subiect тема
    θέμα موضوع الموضوع נושא 件名 主题 主旨 제목`,
    'title headline summary titel titre titulo titolo tytul rubrik baslik başlık заголовок タイトル 标题 標題',
    `position jobtitle job role vacancy stelle poste puesto posizione cargo functie stanowisko tjanst pozisyon должность
    職種 职位 product produkt produit producto prodotto produto urun товар продукт 商品 产品 제품 topic thema service course`,
  ],
  message: [
    `message msg yourmessage nachricht mitteilung mensaje messaggio mensagem =bericht wiadomosc meddelande besked melding
    viesti mesaj сообщение повідомлення μήνυμα رسالة الرسالة הודעה zprava uzenet pesan tinnhan संदेश メッセージ 内容
    留言 消息 메시지`,
    `comment comments feedback inquiry enquiry description details remarks suggestion suggestions review =question
    =questions =request =story =note =notes =text =content =body kommentar bemerkung bemerkungen anmerkung anmerkungen
    =frage =fragen anfrage anliegen beschreibung ruckmeldung commentaire commentaires remarque remarques =demande
    comentario comentarios consulta =pregunta descripcion commento commenti =domanda richiesta descrizione =pergunta
    descricao duvida opmerking opmerkingen =vraag beschrijving toelichting =reactie komentarz =pytanie opis uwagi tresc
    =fraga beskrivning yorum =soru aciklama açıklama комментарий =вопрос описание отзыв =текст تعليق コメント 質問
    お問い合わせ 本文 评论 反馈 描述 备注 내용 의견 문의`,
    `steps reproduce coverletter motivation anschreiben lettredemotivation textarea =bug =issue =problem =about =aboutyou
    =bio =answer =experience =reason =why =other additionalinformation`,
  ],
};

/** A name with one of these words is technical, and not a person's text. */
const technical = setOf(
  `id ids token hash key code captcha recaptcha turnstile utm referrer referer gclid fbclid url link href page useragent
  agent timestamp date time type count length size lang language locale consent agree accept accepted terms gdpr optin
  newsletter phone tel fax`,
);
/** A name with one of these words means something else. */
const notOfPeople = setOf(
  `company business organization organisation org firm firma employer user login nick middle maiden file domain host
  server product item project form event site website app brand team group school university city street country state
  pet dog cat entreprise societe empresa azienda bedrijf`,
);

interface Entry {
  readonly role: NamedRole;
  readonly tier: number;
  readonly isOnlyWhole: boolean;
}

const entries = new Map<string, Entry>();
for (const role of Object.keys(dictionary) as NamedRole[]) {
  for (const [tier, line] of dictionary[role].entries()) {
    for (const word of line.split(/\s+/)) {
      const key = plain(word).replace('=', '');
      if (!entries.has(key)) entries.set(key, { role, tier, isOnlyWhole: word.startsWith('=') });
    }
  }
}
/** Scripts without spaces: their words match anywhere in a name. */
const unspaced = [...entries.keys()].filter((key) => /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]{2,}$/u.test(key));

/** The meaning of a field's name, in many languages; null if it has none. */
export function matchName(name: string): NameMatch | null {
  const words = wordsOf(name);
  const text = words.filter((word) => !isNumber(word));
  const isNumbered = text.length < words.length;
  const whole = entries.get(text.join(''));
  if (whole) return { role: whole.role, rank: 2 * whole.tier, isWhole: true, isNumbered };
  if (text.length > wordsMax || text.some((word) => technical.has(word))) return null;
  const entry = entryAmong(text);
  if (!entry || entry.isOnlyWhole) return null;
  if (isNameRole(entry.role) && text.some((word) => notOfPeople.has(word))) return null;
  return { role: entry.role, rank: 2 * entry.tier + 1, isWhole: false, isNumbered };
}

/** True for a field that programs add, such as a captcha's token. */
export function isTechnical(name: string): boolean {
  return wordsOf(name).some((word) => technical.has(word));
}

/** The last word with a meaning, as in `contact_first_name`. */
function entryAmong(words: readonly string[]): Entry | undefined {
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at] ?? '';
    const found = entries.get(`${words[at - 1] ?? ''}${word}`) ?? entries.get(word);
    if (found && !found.isOnlyWhole) return found;
    const part = unspaced.findLast((each) => word.includes(each));
    if (part !== undefined) return entries.get(part);
  }
  return undefined;
}

export function isNameRole(role: NamedRole): boolean {
  return role === 'name' || role === 'first' || role === 'last';
}

/** The words of a name in camelCase, snake_case, kebab-case or brackets. */
function wordsOf(name: string): string[] {
  return withoutMarks(name.slice(0, lengthMax))
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{L})(?=\p{N})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function plain(text: string): string {
  return withoutMarks(text).toLowerCase();
}

/** Names of fields often omit accents. */
function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

function isNumber(word: string): boolean {
  return /^\p{N}+$/u.test(word);
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

import { pull } from '@mail/queue';

setInterval(() => {
  const letter = pull();
  if (letter) console.log(`sending ${letter} through ${process.env.SMTP_HOST}`);
}, 1000);

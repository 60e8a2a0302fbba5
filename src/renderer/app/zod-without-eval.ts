import { z } from "zod";

// Our CSP forbids eval, and zod tries it as soon as a schema is built: this has to be imported before any schema.
z.config({ jitless: true });

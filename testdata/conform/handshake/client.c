/* The client's side of the handshake of server.c. */

enum {
	CONNECT, RENEGOTIATE,
	SW_CLIENT_HELLO, SR_SERVER_HELLO, SR_CERTIFICATE, SR_KEY_EXCHANGE, SR_CERTIFICATE_REQUEST, SR_DONE,
	SW_CERTIFICATE, SW_KEY_EXCHANGE, SW_CERTIFICATE_VERIFY, SW_CHANGE_CIPHER, SW_FINISHED, SW_FLUSH,
	SR_FINISHED, OK
};

enum { ANONYMOUS = 1, HAVE_CERTIFICATE = 1, POP_BUFFER = 4, DELAY = 8 };

struct ssl {
	int state, version, hit, cipher, own, flags, pending;
	unsigned long handshakes;
};

int setup_buffers(struct ssl *s);
void init_digests(struct ssl *s);
int send_client_hello(struct ssl *s);
int get_server_hello(struct ssl *s);
int get_certificate(struct ssl *s);
int get_key_exchange(struct ssl *s);
int get_certificate_request(struct ssl *s);
int get_done(struct ssl *s);
int send_certificate(struct ssl *s);
int send_key_exchange(struct ssl *s);
int send_certificate_verify(struct ssl *s);
int setup_keys(struct ssl *s);
int send_change_cipher(struct ssl *s);
int send_finished(struct ssl *s);
int flush(struct ssl *s);
int get_finished(struct ssl *s);
void cleanup(struct ssl *s);

/* What the server asks the client for. */
enum { NOTHING, CERTIFICATE, PROOF };

int ssl_connect(struct ssl *s)
{
	int state = s->state, next = OK, hit = 0, wanted = NOTHING, ret = -1;

	if ((s->version & 0xff00) != 0x0300)
		return -1;
	for (;;) {
		switch (state) {
		case RENEGOTIATE:
			state = CONNECT;
			break;
		case CONNECT:
			if ((ret = setup_buffers(s)) <= 0)
				goto end;
			state = SW_CLIENT_HELLO;
			s->handshakes++;
			break;
		case SW_CLIENT_HELLO:
			init_digests(s);
			if ((ret = send_client_hello(s)) <= 0)
				goto end;
			next = SR_SERVER_HELLO;
			state = SW_FLUSH;
			break;
		case SR_SERVER_HELLO:
			if ((ret = get_server_hello(s)) <= 0)
				goto end;
			hit = s->hit;
			state = hit ? SR_FINISHED : SR_CERTIFICATE;
			break;
		case SR_CERTIFICATE:
			if (!(s->cipher & ANONYMOUS)) {
				if ((ret = get_certificate(s)) <= 0)
					goto end;
			}
			state = SR_KEY_EXCHANGE;
			break;
		case SR_KEY_EXCHANGE:
			if ((ret = get_key_exchange(s)) <= 0)
				goto end;
			state = SR_CERTIFICATE_REQUEST;
			break;
		case SR_CERTIFICATE_REQUEST:
			ret = get_certificate_request(s);
			if (ret <= 0)
				goto end;
			wanted = ret > 1 ? CERTIFICATE : NOTHING;
			state = SR_DONE;
			break;
		case SR_DONE:
			if ((ret = get_done(s)) <= 0)
				goto end;
			if (wanted)
				state = SW_CERTIFICATE;
			else
				state = SW_KEY_EXCHANGE;
			break;
		case SW_CERTIFICATE:
			if ((ret = send_certificate(s)) <= 0)
				goto end;
			if (s->own & HAVE_CERTIFICATE)
				wanted = PROOF;
			state = SW_KEY_EXCHANGE;
			break;
		case SW_KEY_EXCHANGE:
			if ((ret = send_key_exchange(s)) <= 0)
				goto end;
			if (wanted == PROOF)
				state = SW_CERTIFICATE_VERIFY;
			else
				state = SW_CHANGE_CIPHER;
			break;
		case SW_CERTIFICATE_VERIFY:
			if ((ret = send_certificate_verify(s)) <= 0)
				goto end;
			state = SW_CHANGE_CIPHER;
			break;
		case SW_CHANGE_CIPHER:
			if ((ret = setup_keys(s)) <= 0)
				goto end;
			if ((ret = send_change_cipher(s)) <= 0)
				goto end;
			state = SW_FINISHED;
			break;
		case SW_FINISHED:
			if ((ret = send_finished(s)) <= 0)
				goto end;
			state = SW_FLUSH;
			s->flags &= ~POP_BUFFER;
			if (hit) {
				next = OK;
				if (s->flags & DELAY) {
					state = OK;
					s->flags |= POP_BUFFER;
				}
			} else {
				next = SR_FINISHED;
			}
			break;
		case SR_FINISHED:
			if ((ret = get_finished(s)) <= 0)
				goto end;
			state = hit ? SW_CHANGE_CIPHER : OK;
			break;
		case SW_FLUSH:
			if ((ret = flush(s)) <= 0)
				goto end;
			state = next;
			break;
		case OK:
			cleanup(s);
			ret = 1;
			goto end;
		default:
			ret = -1;
			goto end;
		}
	}
end:
	s->state = state;
	return ret;
}
